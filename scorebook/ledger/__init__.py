"""The book, pure: entries, evenings and their folds, settlement."""

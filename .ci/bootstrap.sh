#!/usr/bin/env bash
# Installs what is missing, and says in a line what it does. Installs and downloads nothing where all is there.
#
#   bootstrap.sh system run|test     the system's packages
#   bootstrap.sh python run|test     the virtual environment .venv and the pinned packages in it
#
# PYTHON names another interpreter than python3.
set -euo pipefail
cd "$(dirname "$0")/.."
export DEBIAN_FRONTEND=noninteractive PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1
python=${PYTHON:-python3}

say() { printf '%s\n' "· $*" >&2; }
stop() { printf '%s\n' "! $*" >&2; exit 2; }

is_debian() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }
installed() { dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

# The first way to become root that works, or nothing.
root() {
    if [ "$(id -u)" = 0 ]; then echo env
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then echo "sudo -n"
    elif command -v sudo >/dev/null && [ -t 0 ]; then echo sudo
    fi
}

# apt_install PACKAGE...: those of them that are missing
apt_install() {
    local package missing=() as_root
    for package; do installed "$package" || missing+=("$package"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    as_root=$(root)
    [ -n "$as_root" ] || stop "These packages are missing. Please type: sudo apt-get install ${missing[*]}"
    say "installing with apt: ${missing[*]}"
    local log; log=$(mktemp)
    # shellcheck disable=SC2086 # the way to become root may be two words
    if ! { $as_root apt-get update -q && $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 "${missing[@]}"; } \
            >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2; rm -f "$log"
        stop "apt failed. Please type: sudo apt-get install ${missing[*]}"
    fi
    rm -f "$log"
}

has_pango() {
    if [ "$(uname)" = Darwin ]; then
        ls /opt/homebrew/lib/libpango-1.0*.dylib /usr/local/lib/libpango-1.0*.dylib >/dev/null 2>&1
    else
        ldconfig -p 2>/dev/null | grep -q 'libpangoft2-1\.0\.so' || /sbin/ldconfig -p 2>/dev/null | grep -q 'libpangoft2-1\.0\.so'
    fi
}

has_chromium() {
    [ -n "${CHROMIUM:-}" ] || command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
        command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null
}

# Chromium without its window, which is quicker, where apt knows such a package.
chromium_package() {
    local as_root; as_root=$(root)
    # shellcheck disable=SC2086 # the way to become root may be two words
    [ -z "$as_root" ] || $as_root apt-get update -q >/dev/null 2>&1 </dev/null || true
    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then echo chromium-headless-shell; else echo chromium; fi
}

# A .venv that was made for another folder or for a Python that is gone is of no use.
forget_stale() {
    [ -e .venv/.run ] || return 0
    .venv/bin/python -I -c 'import os, sys, scorebook
sys.exit(os.path.dirname(os.path.dirname(os.path.realpath(scorebook.__file__))) != sys.argv[1])' "$(pwd -P)" \
        2>/dev/null || { say "the folder or the Python of .venv has changed"; rm -rf .venv; }
}

system() {
    forget_stale
    if is_debian; then
        local wanted=(libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core)  # WeasyPrint's
        if [ "$1" = test ]; then
            wanted+=(libatomic1 libstdc++6)  # Playwright's
            has_chromium || wanted+=("$(chromium_package)")
        fi
        apt_install "${wanted[@]}"
        return
    fi
    if ! has_pango; then
        if [ "$(uname)" = Darwin ]; then say "Pango is missing, so there will be no PDFs. Please type: brew install pango"
        else say "Pango is missing, so there will be no PDFs. Please install it with the system's package manager."; fi
    fi
    if [ "$1" = test ] && ! has_chromium; then
        say "Chromium is missing, so the browser tests will fail. CHROMIUM=/path/to/chromium names one."
    fi
}

virtual_environment() {
    command -v "$python" >/dev/null || stop "There is no $python. Please install Python 3.11 or newer."
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        stop "$("$python" --version) is too old: 3.11 or newer is needed. PYTHON=python3.12 names another."
    if [ -x .venv/bin/python ] && .venv/bin/python -m pip --version >/dev/null 2>&1; then return; fi
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        is_debian || stop "$python has no module venv. Please install it."
        apt_install python3-venv
        "$python" -c 'import ensurepip, venv' 2>/dev/null ||
            stop "$python has no module venv. Please type: sudo apt-get install $(basename "$python")-venv"
    fi
    say "making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
}

python() {
    local file=requirements.txt
    [ "$1" = test ] && file=requirements-dev.txt
    virtual_environment
    say "installing the packages of $file (about half a minute)"
    .venv/bin/python -m pip install -qq --require-hashes -r "$file"
    .venv/bin/python -m pip install -qq --no-deps --no-build-isolation --editable .
}

"$@"

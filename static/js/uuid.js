// A UUID of version 4: `crypto.randomUUID` is missing where an address is no https.

export function uuid() {
  const random = () => crypto.getRandomValues(new Uint8Array(1))[0];
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => (digit ^ (random() & (15 >> (digit / 4)))).toString(16));
}

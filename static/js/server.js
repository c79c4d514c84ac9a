// Asks the server for so long as somebody waits, and hears whether it lets this browser in.

export const ask = (address, patience, more = {}) => fetch(address, { redirect: "manual", signal: AbortSignal.timeout(patience), ...more });

// Whoever has lost his login is sent to another page, or has no right any more.
export const isOut = (answer) => answer.type === "opaqueredirect" || [401, 403, 404, 410].includes(answer.status);

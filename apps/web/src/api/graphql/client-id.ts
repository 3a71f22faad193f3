/** Distinguishes this tab's requests from those of the person's other tabs: a timestamp and a random number. */
export const clientId = `${Date.now()}-${crypto.getRandomValues(new Uint32Array(1))[0] ?? 0}`

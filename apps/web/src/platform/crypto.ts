/**
 * Returns a random UUID. `crypto.randomUUID` is missing on plain http outside localhost, where people try the product.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = toHex(bytes)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** In hex. The browser hashes by itself, except on plain http away from localhost: only there is a library loaded for it. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  if (globalThis.isSecureContext) return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  const { sha256: hash } = await import('@noble/hashes/sha2.js')
  return toHex(hash(bytes))
}

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

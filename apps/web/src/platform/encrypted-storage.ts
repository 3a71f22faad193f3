import type { LocalStore } from '@espalier/sync'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'

const nonceBytes = 24

/**
 * Texts on this device that only one account can read: the keys come from the server, and only to that account. The first key encrypts, all decrypt. The cipher is synchronous: what is typed last is written while the
 * page is being left.
 */
export function createEncryptedStorage(keys: readonly Uint8Array[]): LocalStore | null {
  const [first] = keys
  if (first === undefined) return null
  function open(name: string, text: string): string | null {
    const sealed = tryOrNull(() => decodeBase64(text))
    if (sealed === null) return null
    for (const key of keys) {
      const opened = tryOrNull(() => decrypt(key, sealed, name))
      if (opened !== null) return opened
    }
    return null
  }
  return {
    seal: (name, text) => encrypt(first, text, name),
    open,
    read(name) {
      const stored = tryOrNull(() => window.localStorage.getItem(name))
      // Earlier versions stored their lists unencrypted.
      if (stored?.startsWith('[') === true) return stored
      return stored === null ? null : open(name, stored)
    },
    write: (name, text) =>
      tryOrNull(() => window.localStorage.setItem(name, encrypt(first, text, name)) ?? true) ?? false,
    remove: (name) => void tryOrNull(() => window.localStorage.removeItem(name)),
    names: (prefix) =>
      tryOrNull(() =>
        Object.keys(window.localStorage)
          .filter((name) => name.startsWith(prefix))
          .sort(),
      ) ?? [],
  }
}

/** The text is bound to its name: under another name it cannot be read. */
function encrypt(key: Uint8Array, text: string, name: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const sealed = xchacha20poly1305(key, nonce, encodeUtf8(name)).encrypt(encodeUtf8(text))
  return encodeBase64([...nonce, ...sealed])
}

function decrypt(key: Uint8Array, sealed: Uint8Array, name: string): string {
  const cipher = xchacha20poly1305(key, sealed.subarray(0, nonceBytes), encodeUtf8(name))
  return new TextDecoder().decode(cipher.decrypt(sealed.subarray(nonceBytes)))
}

// Copies the bytes, because the cipher rejects those of another realm.
const encodeUtf8 = (text: string): Uint8Array => Uint8Array.from(new TextEncoder().encode(text))

const encodeBase64 = (bytes: readonly number[]): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export const decodeBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (one) => one.charCodeAt(0))

/** Null: storage is blocked or full, or its content is not ours. */
function tryOrNull<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}

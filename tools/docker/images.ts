/** The files that name images, relative to the root of the repository. */
export const dockerFiles = ['Dockerfile', 'compose.yaml', 'compose.single.yaml', 'compose.tls.yaml'] as const

// Matches `ARG NODE_IMAGE=name:tag` and `image: name:tag`, with or without a digest of an earlier run. Our own image
// has no tag.
const imageLine = /^(\s*(?:ARG \w+_IMAGE=|image:\s*))([\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?[ \t]*$/gm

/** Returns every image with its tag. */
export const listImages = (text: string): string[] => [...text.matchAll(imageLine)].map((match) => match[2] ?? '')

/** Appends the digest (sha256:...) to every image, replacing an older one. */
export const pinImages = (text: string, findDigest: (image: string) => string): string =>
  text.replaceAll(imageLine, (_line, start: string, image: string) => `${start}${image}@${findDigest(image)}`)

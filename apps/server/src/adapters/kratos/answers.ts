import { z } from 'zod'

import { IdentityUnavailableError } from '../../ports/identities.ts'

// An operator's own schema may keep something else under these names: it counts as not there.
const optionalText = z.string().nullish().catch(null)
const identityShape = z.object({
  id: z.string().min(1),
  traits: z.object({ email: z.string(), firstname: optionalText, lastname: optionalText }),
  // What others keep there stays: it is sent back whole when the status changes.
  verifiable_addresses: z
    .array(z.object({ value: z.string(), verified: z.boolean() }))
    .nullish()
    .catch(null),
  metadata_public: z.looseObject({ picture: optionalText, status: optionalText }).nullish(),
})
const sessionShape = z.object({ id: z.string().min(1), active: z.boolean(), identity: identityShape })

export type KratosIdentity = z.infer<typeof identityShape>
export type KratosSession = z.infer<typeof sessionShape>

function parseKratosAnswer<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const parsed = shape.safeParse(value)
  // Taken for "signed out", a strange answer would throw every person out at once.
  if (!parsed.success)
    throw new IdentityUnavailableError(`the identity service answered what we cannot read: ${listIssuePaths(parsed.error)}`)
  return parsed.data
}

const listIssuePaths = (error: z.ZodError): string => error.issues.map(({ path }) => path.join('.')).join(', ')

export const parseIdentity = (value: unknown): KratosIdentity => parseKratosAnswer(identityShape, value)
export const parseIdentities = (value: unknown): readonly KratosIdentity[] => parseKratosAnswer(z.array(identityShape), value)
export const parseSession = (value: unknown): KratosSession => parseKratosAnswer(sessionShape, value)

import { z } from 'zod'

import { IdentityAway } from '../../ports/identities.ts'

// An operator's own schema may keep something else under these names: it counts as not there.
const text = z.string().nullish().catch(null)
const identity = z.object({
  id: z.string().min(1),
  traits: z.object({ email: z.string(), firstname: text, lastname: text }),
  // What others keep there stays: it is sent back whole when the status changes.
  verifiable_addresses: z
    .array(z.object({ value: z.string(), verified: z.boolean() }))
    .nullish()
    .catch(null),
  metadata_public: z.looseObject({ picture: text, status: text }).nullish(),
})
const session = z.object({ id: z.string().min(1), active: z.boolean(), identity })

export type KratosIdentity = z.infer<typeof identity>
export type KratosSession = z.infer<typeof session>

function read<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const parsed = shape.safeParse(value)
  // Taken for "signed out", a strange answer would throw every person out at once.
  if (!parsed.success)
    throw new IdentityAway(`the identity service answered what we cannot read: ${where(parsed.error)}`)
  return parsed.data
}

const where = (error: z.ZodError): string => error.issues.map(({ path }) => path.join('.')).join(', ')

export const asIdentity = (value: unknown): KratosIdentity => read(identity, value)
export const asIdentities = (value: unknown): readonly KratosIdentity[] => read(z.array(identity), value)
export const asSession = (value: unknown): KratosSession => read(session, value)

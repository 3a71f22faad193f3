import { cleanLine, isEmail, limits } from '@espalier/domain'
import { Ajv, type ErrorObject } from 'ajv'
import { readTextField, type SubmittedFields } from '../protocol/fields.ts'
import type { FormState } from '../protocol/flow.ts'
import { labels, type Message, messages } from '../protocol/messages.ts'
import { createInputNode, type UiNode } from '../protocol/nodes.ts'
import { labelTexts, messageTexts } from '../texts/messages.ts'

export interface Traits {
  readonly email: string
  readonly firstname?: string
  readonly lastname?: string
}

const nameLength = 200

/** The only schema, `default`, in the protocol's format. */
export const traitsSchema = {
  $id: 'default',
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Person',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          title: labelTexts.email,
          maxLength: limits.emailLength,
          'ory.sh/kratos': {
            credentials: { password: { identifier: true } },
            recovery: { via: 'email' },
            verification: { via: 'email' },
          },
        },
        firstname: { type: 'string', title: labelTexts.firstname, maxLength: nameLength },
        lastname: { type: 'string', title: labelTexts.lastname, maxLength: nameLength },
      },
      required: ['email'],
      additionalProperties: false,
    },
  },
} as const

export const traitNames = ['email', 'firstname', 'lastname'] as const
type TraitName = (typeof traitNames)[number]

export const traitTitles: Readonly<Record<TraitName, string>> = {
  email: traitsSchema.properties.traits.properties.email.title,
  firstname: traitsSchema.properties.traits.properties.firstname.title,
  lastname: traitsSchema.properties.traits.properties.lastname.title,
}

// A test checks our schema, because compiling the schema of schemas takes time at each start of the server.
const ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false, formats: { email: isEmail } })
const validateTraits = ajv.compile<Traits>(traitsSchema.properties.traits)

function toFieldMessage(error: ErrorObject, given: Readonly<Record<string, string>>): readonly [string, Message] {
  if (error.keyword === 'required') {
    const property = String(error.params['missingProperty'])
    return [property, messages.missing(property)]
  }
  const name = error.instancePath.slice(1)
  const value = given[name] ?? ''
  if (error.keyword === 'maxLength') return [name, messages.tooLong(Number(error.params['limit']), value.length)]
  if (error.keyword === 'format') return [name, messages.badEmail(value)]
  return [name, messages.generic(error.message ?? messageTexts.badValue)]
}

type CheckedTraits =
  | { readonly ok: true; readonly traits: Traits; readonly fields: FormState['fields'] }
  | { readonly ok: false; readonly fields: FormState['fields'] }

/** Names are shown to others, so they pass the same sanitizer as titles. Forms, providers and imports all use this. */
const cleanNames = (given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name, name === 'email' ? value : cleanLine(value)] as const)
      .filter(([, value]) => value !== ''),
  )

/** Validates traits; `fields` repeats what was typed together with its errors. */
export function checkTraits(given: Readonly<Record<string, string>>): CheckedTraits {
  const fields: Record<string, { value?: string; messages?: Message[] }> = {}
  for (const [name, value] of Object.entries(given)) fields[`traits.${name}`] = { value }
  const traits: unknown = cleanNames(given)
  if (validateTraits(traits)) return { ok: true, traits, fields }
  for (const error of validateTraits.errors ?? []) {
    const [name, message] = toFieldMessage(error, given)
    const field = (fields[`traits.${name}`] ??= {})
    // A text of 300 letters is too long and therefore also not an address: one message is enough.
    if (field.messages === undefined) field.messages = [message]
  }
  return { ok: false, fields }
}

/** Picks the traits from the submitted fields and ignores the others. */
export function readSubmittedTraits(fields: SubmittedFields): Record<string, string> {
  const given: Record<string, string> = {}
  for (const name of traitNames) {
    const value = readTextField(fields, `traits.${name}`)?.trim()
    if (value !== undefined && value !== '') given[name] = value
  }
  return given
}

/** Builds one field per trait, filled with the known values. */
export function buildTraitNodes(group: 'default' | 'profile', known?: Traits): UiNode[] {
  return traitNames.map((name) => {
    const value = known?.[name]
    return createInputNode(
      group,
      {
        name: `traits.${name}`,
        type: name === 'email' ? 'email' : 'text',
        ...(value !== undefined && { value }),
        ...(name === 'email' && { required: true as const, autocomplete: 'email' }),
      },
      labels.trait(traitTitles[name], name),
    )
  })
}

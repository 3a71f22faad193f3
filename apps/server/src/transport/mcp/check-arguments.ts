import type { ArgumentSchema, ObjectSchema } from '../../api/tool.ts'
import { toolTexts } from '../../texts/tools.ts'

const { errors: texts } = toolTexts

type Definitions = NonNullable<ObjectSchema['$defs']>
type AnySchema = ArgumentSchema | { readonly $ref: string }

/** Returns the first thing that is wrong with the arguments, in words that help to repair it. Null if they fit. */
export const findArgumentProblem = (schema: ObjectSchema, given: unknown): string | null =>
  findProblem(schema, given ?? {}, { name: 'arguments', definitions: schema.$defs ?? {} })

interface Place {
  readonly name: string
  readonly definitions: Definitions
}

function findProblem(given: AnySchema, value: unknown, place: Place): string | null {
  const schema = '$ref' in given ? place.definitions[given.$ref.replace('#/$defs/', '')] : given
  if (schema === undefined) return null
  if (!hasType(schema, value)) return texts.badType(place.name, schema.type)
  if (schema.type === 'object') return findObjectProblem(schema, value as Record<string, unknown>, place)
  if (schema.type === 'array') return findListProblem(schema, value as readonly unknown[], place)
  if (schema.type === 'string' && schema.enum !== undefined && !schema.enum.includes(String(value)))
    return texts.notOneOf(place.name, schema.enum.join(', '))
  if (schema.type === 'integer') {
    const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema
    if (Number(value) < minimum || Number(value) > maximum) return texts.outOfRange(place.name, minimum, maximum)
  }
  return null
}

function hasType({ type }: ArgumentSchema, value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function findObjectProblem(schema: ObjectSchema, value: Record<string, unknown>, place: Place): string | null {
  const missing = schema.required?.find((name) => value[name] === undefined || value[name] === null)
  if (missing !== undefined) return texts.missing(extend(place, missing).name)
  for (const [name, one] of Object.entries(value)) {
    const own = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (own === undefined) {
      if (schema.additionalProperties === true) continue
      return texts.unknownArgument(extend(place, name).name, Object.keys(schema.properties).join(', '))
    }
    const problem = findProblem(own, one, extend(place, name))
    if (problem !== null) return problem
  }
  return null
}

function findListProblem(
  { items, minItems = 0, maxItems = Number.MAX_SAFE_INTEGER }: Extract<ArgumentSchema, { type: 'array' }>,
  value: readonly unknown[],
  place: Place,
): string | null {
  if (value.length < minItems || value.length > maxItems) return texts.outOfRange(place.name, minItems, maxItems)
  for (const [index, one] of value.entries()) {
    const problem = findProblem(items, one, { ...place, name: `${place.name}[${index}]` })
    if (problem !== null) return problem
  }
  return null
}

const extend = (place: Place, name: string): Place => ({
  ...place,
  name: place.name === 'arguments' ? name : `${place.name}.${name}`,
})

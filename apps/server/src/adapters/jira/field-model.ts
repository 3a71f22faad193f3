import { z } from 'zod'
import type { TrackerFieldModel, TrackerPerson, TrackerResult } from '../../ports/tracker.ts'
import { type JiraSiteClient, mapTrackerResult, parseTrackerAnswer } from './site-client.ts'

/** Reads a path below the API of the site's version. */
export type GetPath = (path: string) => Promise<TrackerResult<unknown>>

export const fieldsShape = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    schema: z.object({ type: z.string().nullish(), custom: z.string().nullish() }).nullish(),
  }),
)
const prioritiesShape = z.array(z.object({ id: z.string(), name: z.string() }))
const configurationShape = z.object({
  timeTrackingConfiguration: z.object({ workingHoursPerDay: z.number().positive() }),
})

const storyPointsKind = 'com.pyxis.greenhopper.jira:jsw-story-points'
/** Company-managed and team-managed projects of one site have different fields for the same. */
const storyPointNames = ['story points', 'story point estimate']
const defaultHoursPerDay = 8

const isNumber = (type: string | null | undefined): boolean => type == null || type === 'number'

function listPointFields(fields: z.output<typeof fieldsShape>): readonly string[] {
  const byName = storyPointNames.flatMap((wanted) =>
    fields.filter(({ name, schema }) => name.toLowerCase() === wanted && isNumber(schema?.type)),
  )
  const byKind = fields.filter(({ schema }) => schema?.custom === storyPointsKind)
  return [...new Set([...byName, ...byKind].map(({ id }) => id))]
}

export async function readFieldModel(
  { site }: JiraSiteClient,
  get: GetPath,
): Promise<TrackerResult<TrackerFieldModel>> {
  const fields = parseTrackerAnswer(await get('/field'), fieldsShape, site)
  if (!fields.ok) return fields
  const priorities = parseTrackerAnswer(await get('/priority'), prioritiesShape, site)
  if (!priorities.ok) return priorities
  const configuration = await get('/configuration')
  // A site may not show its configuration to everybody, or may have time tracking switched off.
  const isHidden = !configuration.ok && ['forbidden', 'not-found'].includes(configuration.reason.kind)
  if (!configuration.ok && !isHidden) return configuration
  const read = configurationShape.safeParse(configuration.ok ? configuration.value : null)
  return {
    ok: true,
    value: {
      pointFieldIds: listPointFields(fields.value),
      priorities: priorities.value,
      hoursPerDay: read.data?.timeTrackingConfiguration.workingHoursPerDay ?? defaultHoursPerDay,
    },
  }
}

/** Cloud names people by an account id, Data Center by a user name. */
const personShape = z.object({
  accountId: z.string().nullish(),
  name: z.string().nullish(),
  emailAddress: z.string().nullish(),
})

/** Null if the value is nobody. */
export function readPerson(value: unknown): TrackerPerson | null {
  const { data } = personShape.safeParse(value)
  const id = data?.accountId ?? data?.name ?? ''
  return id === '' ? null : { id, email: data?.emailAddress?.trim() || null }
}

/** The search also finds people by other texts, so only the same address counts. */
export async function findJiraPerson(
  siteClient: JiraSiteClient,
  get: GetPath,
  email: string,
): Promise<TrackerResult<TrackerPerson | null>> {
  const flavor = await siteClient.flavor()
  if (!flavor.ok) return flavor
  const parameter = flavor.value === 'cloud' ? 'query' : 'username'
  const answer = await get(`/user/search?${parameter}=${encodeURIComponent(email)}&maxResults=50`)
  if (!answer.ok && (answer.reason.kind === 'forbidden' || answer.reason.kind === 'not-found'))
    return { ok: true, value: null }
  return mapTrackerResult(parseTrackerAnswer(answer, z.array(z.unknown()), siteClient.site), (people) => {
    const found = people
      .map(readPerson)
      .filter((person) => person !== null && person.email?.toLowerCase() === email.toLowerCase())
    return found.length === 1 ? (found[0] ?? null) : null
  })
}

import {
  type SiteFlavor,
  type SiteIssue,
  sitePriorities,
  type SiteStore,
  type SiteUser,
  storyPointEstimateField,
} from './site-store.ts'

const hoursPerDay = 8

export const siteConfiguration = {
  timeTrackingEnabled: true,
  timeTrackingConfiguration: {
    workingHoursPerDay: hoursPerDay,
    workingDaysPerWeek: 5,
    timeFormat: 'pretty',
    defaultUnit: 'minute',
  },
}

/** Cloud names people by their account ids, Data Center by names; a hidden address is missing. */
export const userJson = (flavor: SiteFlavor, user: SiteUser) => ({
  ...(flavor === 'cloud'
    ? { accountId: user.accountId, accountType: 'atlassian' }
    : { name: user.accountId, key: user.accountId }),
  ...(!user.isEmailHidden && { emailAddress: user.emailAddress }),
  displayName: user.displayName,
  active: true,
})

/** Like the vendor's search it matches the beginnings of names and addresses, also of hidden ones. */
export function searchUsers({ users }: SiteStore, flavor: SiteFlavor, query: URLSearchParams) {
  const text = (query.get(flavor === 'cloud' ? 'query' : 'username') ?? '').toLowerCase()
  return users
    .filter((user) => [user.displayName, user.emailAddress].some((known) => known.toLowerCase().startsWith(text)))
    .map((user) => userJson(flavor, user))
}

export const pointFieldJson = (store: SiteStore) =>
  store.pointFields.map(({ id, name }) => ({
    id,
    key: id,
    name,
    custom: true,
    clauseNames: [`cf[${id.replace('customfield_', '')}]`, name],
    schema: {
      type: 'number',
      custom:
        id === storyPointEstimateField.id
          ? 'com.pyxis.greenhopper.jira:jsw-story-points'
          : 'com.atlassian.jira.plugin.system.customfieldtypes:float',
      customId: Number(id.replace('customfield_', '')),
    },
  }))

const formatDuration = (seconds: number): string =>
  seconds % 3_600 === 0 ? `${seconds / 3_600}h` : `${Math.round(seconds / 60)}m`

/** The fields of planning as an issue shows them. */
export const planningJson = (store: SiteStore, flavor: SiteFlavor, issue: SiteIssue): Record<string, unknown> => ({
  assignee: issue.assignee === null ? null : userJson(flavor, issue.assignee),
  duedate: issue.dueDate,
  priority: issue.priority,
  timetracking:
    issue.estimateSeconds === null
      ? {}
      : {
          originalEstimate: formatDuration(issue.estimateSeconds),
          remainingEstimate: formatDuration(issue.estimateSeconds),
          originalEstimateSeconds: issue.estimateSeconds,
          remainingEstimateSeconds: issue.estimateSeconds,
        },
  ...Object.fromEntries(store.pointFields.map(({ id }) => [id, issue.points[id] ?? null])),
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const secondsPerUnit: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: hoursPerDay * 3_600 }

function parseDuration(text: unknown): number | undefined {
  const [, count, unit = ''] = /^(\d+)([mhd])$/.exec(String(text)) ?? []
  return count === undefined ? undefined : Number(count) * (secondsPerUnit[unit] ?? 0)
}

/** The stored values of a written field, or the fault of the value. Null: no field of planning. */
export function readPlanningField(
  store: SiteStore,
  flavor: SiteFlavor,
  issue: Pick<SiteIssue, 'points'>,
  [name, value]: readonly [string, unknown],
): Partial<SiteIssue> | string | null {
  if (name === 'assignee') {
    const id = isRecord(value) ? value[flavor === 'cloud' ? 'accountId' : 'name'] : null
    if (id === null) return { assignee: null }
    const user = store.users.find(({ accountId }) => accountId === id)
    return user?.isAssignable === true ? { assignee: user } : `User '${String(id)}' cannot be assigned issues.`
  }
  if (name === 'duedate') {
    const isDay = value === null || /^\d{4}-\d\d-\d\d$/.test(String(value))
    return isDay ? { dueDate: value as string | null } : `Error parsing date string: ${String(value)}`
  }
  if (name === 'priority') {
    const found = sitePriorities.find(({ id }) => isRecord(value) && id === value['id'])
    return found === undefined ? 'The priority selected is invalid.' : { priority: found }
  }
  if (name === 'timetracking') {
    const seconds = parseDuration(isRecord(value) ? value['originalEstimate'] : null)
    return seconds === undefined ? 'The original estimate is not a duration.' : { estimateSeconds: seconds }
  }
  if (!store.pointFields.some(({ id }) => id === name)) return null
  const isNumber = value === null || typeof value === 'number'
  return isNumber ? { points: { ...issue.points, [name]: value } } : 'Operation value must be a number'
}

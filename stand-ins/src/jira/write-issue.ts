import { findAdfFault } from './adf-rules.ts'
import { readPlanningField } from './site-fields.ts'
import { invalidFieldsResponse, type SiteResponse } from './site-responses.ts'
import {
  epicLinkField,
  epicNameField,
  type SiteFlavor,
  type SiteIssue,
  type SiteIssueType,
  siteIssueTypes,
  type SiteStore,
} from './site-store.ts'

export interface WriteContext {
  readonly store: SiteStore
  readonly flavor: SiteFlavor
  readonly hasEpicLink: boolean
}

type FieldRecord = Readonly<Record<string, unknown>>
type Errors = Record<string, string>

const isRecord = (value: unknown): value is FieldRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maxSummaryLength = 255

function findSummaryFault(summary: unknown): string | null {
  if (typeof summary !== 'string' || summary.trim() === '') return 'You must specify a summary of the issue.'
  if (/[\r\n]/.test(summary)) return 'The summary is invalid because it contains newline characters.'
  return summary.length > maxSummaryLength ? `Summary must be less than ${maxSummaryLength} characters.` : null
}

function findDescriptionFault(flavor: SiteFlavor, description: unknown): string | null {
  if (description === null) return null
  if (flavor === 'data-center') return typeof description === 'string' ? null : 'Operation value must be a string'
  return findAdfFault(description) === null ? null : 'Operation value must be an Atlassian Document (see the docs)'
}

function findLabelsFault(labels: unknown): string | null {
  if (!Array.isArray(labels) || !labels.every((label) => typeof label === 'string')) return 'data was not an array'
  const bad = labels.find((label: string) => /\s/.test(label))
  return bad === undefined ? null : `The label '${bad}' contains spaces which is invalid.`
}

/** A parent must be exactly one level above. */
function findParentFault(type: SiteIssueType, parent: SiteIssue | undefined): string | null {
  if (parent === undefined) return 'Could not find issue by id or key.'
  return parent.type.hierarchyLevel === type.hierarchyLevel + 1
    ? null
    : 'Given parent work item does not belong to appropriate hierarchy.'
}

const offScreenFault = (name: string): string =>
  `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`

interface ReadFieldsResult {
  readonly errors: Errors
  readonly values: Partial<SiteIssue>
}

/** `is` is the issue as it is, or as it is requested. */
function readFields(
  context: WriteContext,
  fields: FieldRecord,
  is: Pick<SiteIssue, 'type' | 'points'>,
  missing: readonly string[],
): ReadFieldsResult {
  const { store, flavor: jiraFlavor, hasEpicLink } = context
  const { type } = is
  const errors: Errors = {}
  const values: Partial<SiteIssue> = {}
  const check = (name: string, fault: string | null): void => void (fault !== null && (errors[name] = fault))
  const takesParent = jiraFlavor === 'cloud' || type.subtask
  for (const [name, value] of Object.entries(fields)) {
    if (missing.includes(name)) {
      errors[name] = offScreenFault(name)
    } else if (name === 'summary') {
      check(name, findSummaryFault(value))
      values.summary = String(value)
    } else if (name === 'description') {
      check(name, findDescriptionFault(jiraFlavor, value))
      values.description = value
    } else if (name === 'labels') {
      check(name, findLabelsFault(value))
      values.labels = value as string[]
    } else if (name === 'parent' && takesParent) {
      const { key, id } = isRecord(value) ? value : {}
      const parent = store.find(String(key ?? id ?? ''))
      check('parentId', findParentFault(type, parent))
      if (parent !== undefined) values.parentId = parent.id
    } else if (name === epicLinkField && hasEpicLink && type.hierarchyLevel === 0) {
      const epic = value === null ? null : store.find(String(value))
      if (epic === null) values.parentId = null
      else check(name, findParentFault(type, epic))
      if (epic != null) values.parentId = epic.id
    } else if (name === epicNameField && jiraFlavor === 'data-center' && type.hierarchyLevel === 1) {
      values.epicName = String(value)
    } else {
      const read = readPlanningField(store, jiraFlavor, is, [name, value])
      if (read === null) errors[name] = offScreenFault(name)
      else if (typeof read === 'string') errors[name] = read
      else Object.assign(values, read)
    }
  }
  return { errors, values }
}

/** A list of keys and values, as a create may contain them. */
const readProperties = (body: unknown): SiteIssue['properties'] => {
  const given = isRecord(body) && Array.isArray(body['properties']) ? body['properties'].filter(isRecord) : []
  return Object.fromEntries(given.map(({ key, value }) => [String(key), value]))
}

export type CreateIssueResult = { readonly issue: SiteIssue } | { readonly refusal: SiteResponse }

export function createSiteIssue(context: WriteContext, body: unknown): CreateIssueResult {
  const { store } = context
  const { project, issuetype, ...fields } = isRecord(body) && isRecord(body['fields']) ? body['fields'] : {}
  const siteProject = store.projects.find(
    ({ key, id }) => isRecord(project) && (key === project['key'] || id === project['id']),
  )
  const type = siteIssueTypes.find(({ id }) => isRecord(issuetype) && id === issuetype['id'])
  if (siteProject === undefined)
    return { refusal: invalidFieldsResponse({ project: 'Specify a valid project ID or key' }) }
  if (type === undefined) return { refusal: invalidFieldsResponse({ issuetype: 'Specify a valid issue type' }) }
  const { errors, values } = readFields(
    context,
    { summary: undefined, ...fields },
    { type, points: {} },
    store.offCreateScreen,
  )
  if (type.subtask && fields['parent'] === undefined) errors['parentId'] = 'Sub-tasks need a parent.'
  if (context.flavor === 'data-center' && type.hierarchyLevel === 1 && values.epicName === undefined) {
    errors[epicNameField] = 'Epic Name is required.'
  }
  if (Object.keys(errors).length > 0) return { refusal: invalidFieldsResponse(errors) }
  const issue = store.add({ projectKey: siteProject.key, type: type.name, summary: values.summary ?? '' })
  store.change(issue, { ...values, properties: readProperties(body) })
  return { issue }
}

/** `update.parent[].set.none` is the only way to remove a parent. */
const dropsParent = (body: FieldRecord): boolean => {
  const steps = isRecord(body['update']) ? body['update']['parent'] : undefined
  return (
    Array.isArray(steps) &&
    steps.some((step) => isRecord(step) && isRecord(step['set']) && step['set']['none'] === true)
  )
}

/** Steps that add and remove single labels. */
function editLabels({ store }: WriteContext, issue: SiteIssue, body: FieldRecord, result: ReadFieldsResult): void {
  const steps = isRecord(body['update']) ? body['update']['labels'] : undefined
  if (!Array.isArray(steps)) return
  const { errors, values } = result
  if (store.offEditScreen.includes('labels')) {
    errors['labels'] = offScreenFault('labels')
    return
  }
  const labels = new Set(issue.labels)
  for (const { add, remove } of steps.filter(isRecord)) {
    if (typeof add === 'string') labels.add(add)
    if (typeof remove === 'string') labels.delete(remove)
  }
  const fault = findLabelsFault([...labels])
  if (fault === null) values.labels = [...labels]
  else errors['labels'] = fault
}

export function editSiteIssue(context: WriteContext, issue: SiteIssue, body: unknown): SiteResponse | null {
  if (!isRecord(body)) return invalidFieldsResponse({ fields: 'one of fields or update is required' })
  const { errors, values } = readFields(
    context,
    isRecord(body['fields']) ? body['fields'] : {},
    issue,
    context.store.offEditScreen,
  )
  if (dropsParent(body)) {
    if (issue.type.subtask) errors['parentId'] = 'Sub-tasks need a parent.'
    else values.parentId = null
  }
  editLabels(context, issue, body, { errors, values })
  if (Object.keys(errors).length > 0) return invalidFieldsResponse(errors)
  if (Object.keys(values).length === 0) return invalidFieldsResponse({ fields: 'one of fields or update is required' })
  context.store.change(issue, values)
  return null
}

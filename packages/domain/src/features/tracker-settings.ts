import { accept, refuse, type Result } from '../core/result.ts'
import { defineTexts } from '../core/texts.ts'

export const trackerTexts = defineTexts('domain.tracker', {
  credentials: 'Please provide valid domain, API username, and API key',
  selection: 'Please make a selection',
  removal: 'Are you sure?',
  saved: 'Integration settings saved',
  copied: 'Copied to clipboard',
})

/** The fields of an issue that can be synced besides its texts, its status and its parent; each can be switched off. */
export const trackerFieldNames = ['assignee', 'dueDate', 'estimate', 'priority', 'labels'] as const
export type TrackerFieldName = (typeof trackerFieldNames)[number]

/** The meaning of an estimate in a tracker that has both. */
export type TrackerEstimate = 'points' | 'time'

/** The meaning of a link between two issues, one of which blocks the other: a blocker here, or a further parent. */
export const trackerLinkKinds = ['blockers', 'parents'] as const
export type TrackerLinks = (typeof trackerLinkKinds)[number]

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/
const maxHostLength = 253

/**
 * Returns the site's host with its port if given. A domain needs a dot and a top-level part of at least two letters.
 */
export function readTrackerDomain(text: string): Result<string, 'domain-invalid'> {
  const trimmed = text.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  let url: URL
  try {
    url = new URL(withScheme)
  } catch {
    return refuse('domain-invalid')
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return refuse('domain-invalid')
  if (url.hostname.length > maxHostLength || !hostPattern.test(url.hostname)) return refuse('domain-invalid')
  return accept(url.host)
}

export interface TrackerCredentialFields {
  readonly domain: string
  readonly apiUser: string
  readonly apiKey: string
}

/** Tells whether it is worth asking the tracker. */
export const areCredentialsFilled = ({ domain, apiUser, apiKey }: TrackerCredentialFields): boolean =>
  readTrackerDomain(domain).ok && apiUser.trim() !== '' && apiKey.trim() !== ''

export interface TrackerSelection {
  readonly projectKey: string | null
  readonly issueTypeId: string | null
  readonly linkTypeId: string | null
}

export interface TrackerSettingsErrors {
  readonly credentials?: string
  readonly projectKey?: string
  readonly issueTypeId?: string
  readonly linkTypeId?: string
}

/** Returns all faults at once. `areValid`: the tracker has accepted the credentials. */
export function checkTrackerSettings(
  fields: TrackerCredentialFields & TrackerSelection,
  areValid: boolean,
): TrackerSettingsErrors {
  if (!areCredentialsFilled(fields) || !areValid) return { credentials: trackerTexts.credentials }
  const missing = (['projectKey', 'issueTypeId', 'linkTypeId'] as const).filter((name) => !fields[name])
  return Object.fromEntries(missing.map((name) => [name, trackerTexts.selection]))
}

export interface TrackerChoice {
  readonly id: string
  readonly name: string
  /** The original name before the site was translated. */
  readonly untranslatedName?: string | null | undefined
  /** Epic 1, standard 0, sub-task -1. */
  readonly hierarchyLevel?: number | null | undefined
}

export interface TrackerOptions {
  readonly projects: readonly { readonly key: string; readonly issuetypes: readonly TrackerChoice[] }[]
  readonly linkTypes: readonly TrackerChoice[]
}

const findByName = (choices: readonly TrackerChoice[], name: string): TrackerChoice | undefined =>
  choices.find((choice) => (choice.untranslatedName ?? choice.name).toLowerCase() === name)

const keepIfOffered = (choices: readonly TrackerChoice[], id: string | null): string | undefined =>
  choices.find((choice) => choice.id === id)?.id

const epicLevel = 1

/** Resolves the selection: the previous choice if the tracker still offers it, else the one with the usual name. */
export function resolveTrackerSelection(
  options: TrackerOptions,
  present: TrackerSelection,
): TrackerSelection & { readonly epicTypeId: string | null } {
  const project = options.projects.find(({ key }) => key === present.projectKey)
  const types = project?.issuetypes ?? []
  const epic = findByName(types, 'epic') ?? types.find(({ hierarchyLevel }) => hierarchyLevel === epicLevel)
  return {
    projectKey: project?.key ?? null,
    issueTypeId: keepIfOffered(types, present.issueTypeId) ?? findByName(types, 'story')?.id ?? null,
    epicTypeId: epic?.id ?? null,
    linkTypeId:
      keepIfOffered(options.linkTypes, present.linkTypeId) ?? findByName(options.linkTypes, 'blocks')?.id ?? null,
  }
}

const shownCharacters = 4
const hiddenPart = '\u2022'.repeat(8)

/** Masks a secret: its last characters stay visible, and nothing of a short one. */
export const maskSecret = (secret: string): string =>
  secret.length < 2 * shownCharacters ? hiddenPart : `${hiddenPart}${secret.slice(-shownCharacters)}`

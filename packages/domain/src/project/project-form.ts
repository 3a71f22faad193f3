import type { ProjectStatus, Role } from '../access/role.ts'
import { accept, refuse, type Result } from '../core/result.ts'
import { defineTexts } from '../core/texts.ts'

export const projectFormTexts = defineTexts('domain.project-form', {
  'title-missing': 'Please enter a title',
  'json-invalid': 'Invalid JSON',
  'epic-key-missing': 'Please enter the epic key',
})

export function checkProjectTitle(title: string): Result<string, 'title-missing'> {
  const trimmed = title.trim()
  return trimmed === '' ? refuse('title-missing') : accept(trimmed)
}

/** The optional field: blank means nothing, anything else must parse. */
export function checkJson(text: string | null | undefined): Result<unknown, 'json-invalid'> {
  if (text == null || text.trim() === '') return accept(null)
  try {
    return accept(JSON.parse(text))
  } catch {
    return refuse('json-invalid')
  }
}

export function checkEpicKey(key: string): Result<string, 'epic-key-missing'> {
  const trimmed = key.trim()
  return trimmed === '' ? refuse('epic-key-missing') : accept(trimmed)
}

interface ProjectForm {
  readonly title: string
  readonly json?: string | null | undefined
}

interface CheckedProjectForm {
  readonly title: string
  readonly json: unknown
}

interface ProjectFormErrors {
  readonly title?: string
  readonly json?: string
}

/** Returns the faults of all fields at once, so that a person need not find them one by one. */
export function checkProjectForm(
  form: ProjectForm,
):
  | { readonly ok: true; readonly value: CheckedProjectForm }
  | { readonly ok: false; readonly errors: ProjectFormErrors } {
  const title = checkProjectTitle(form.title)
  const json = checkJson(form.json)
  if (title.ok && json.ok) return { ok: true, value: { title: title.value, json: json.value } }
  return {
    ok: false,
    errors: {
      ...(title.ok ? {} : { title: projectFormTexts[title.reason] }),
      ...(json.ok ? {} : { json: projectFormTexts[json.reason] }),
    },
  }
}

const ownerOnlyStatuses: ReadonlySet<ProjectStatus> = new Set(['archived', 'deleted'])

/**
 * Only the owner moves a project into or out of archived and deleted; an editor may switch between active and inactive.
 * A deleted project is restored as active. The current status is never refused.
 */
export function changeProjectStatus(
  role: Role,
  from: ProjectStatus,
  to: ProjectStatus,
): Result<ProjectStatus, 'not-allowed' | 'undelete-first'> {
  if (from === to) return accept(to)
  const mayMove = role === 'owner' || (role === 'editor' && !ownerOnlyStatuses.has(from) && !ownerOnlyStatuses.has(to))
  if (!mayMove) return refuse('not-allowed')
  return from === 'deleted' && to !== 'active' ? refuse('undelete-first') : accept(to)
}

/** The statuses that the forms offer. No form deletes; inactive is offered only for existing projects. */
export function listStatusChoices(role: Role, present: ProjectStatus | null): readonly ProjectStatus[] {
  if (present === null) return ['active', 'archived']
  return (['active', 'inactive', 'archived'] as const).filter((to) => changeProjectStatus(role, present, to).ok)
}

import { accept, refuse, type Result } from '../result.ts'

export const projectFormTexts = {
  'title-missing': 'Please enter a title',
  'json-invalid': 'Invalid JSON',
  'epic-key-missing': 'Please enter the epic key',
} as const

export function checkProjectTitle(title: string): Result<string, 'title-missing'> {
  const trimmed = title.trim()
  return trimmed === '' ? refuse('title-missing') : accept(trimmed)
}

/** The optional field: blank is nothing, anything else must parse. */
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

export interface ProjectForm {
  readonly title: string
  readonly json?: string | null | undefined
}

export interface CheckedProjectForm {
  readonly title: string
  readonly json: unknown
}

export interface ProjectFormErrors {
  readonly title?: string
  readonly json?: string
}

/** Every field's fault at once, so that a person need not find them one by one. */
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

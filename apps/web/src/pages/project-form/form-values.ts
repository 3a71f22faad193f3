import type { Api } from '@espalier/schema'
import { type ProjectStatus, projectStatuses } from '@espalier/domain'
import type { ApiFailure, Project } from '../../api/projects.ts'
import { formError, type FormErrors, noFormErrors } from '../../ui/form/Form.tsx'

/** The form's values as typed. */
export type ProjectFormValues = Readonly<Record<'title' | 'body' | 'status' | 'json', string>>

export const emptyProjectForm: ProjectFormValues = { title: '', body: '', status: 'active', json: '' }

export const toFormValues = ({ title, body, status, json }: Project): ProjectFormValues => ({
  title,
  body,
  status,
  json: json == null ? '' : JSON.stringify(json, null, 2),
})

const parseStatus = ({ status }: ProjectFormValues): ProjectStatus =>
  projectStatuses.find((one) => one === status) ?? 'active'

// The raw text is sent: a JSON text that is a string would be parsed a second time by the server.
export const toProjectInput = (texts: ProjectFormValues, title: string): Api.ProjectInput => ({
  title,
  body: texts.body,
  status: parseStatus(texts),
  ...(texts.json.trim() === '' ? {} : { json: texts.json }),
})

/**
 * Contains only the changed fields, so that two people who edit different fields undo nothing of each other. Null:
 * nothing changed.
 */
export function toProjectUpdate(
  before: ProjectFormValues,
  texts: ProjectFormValues,
  title: string,
): Api.ProjectUpdate | null {
  const update: Api.ProjectUpdate = {
    ...(title !== before.title && { title }),
    ...(texts.body !== before.body && { body: texts.body }),
    ...(texts.status !== before.status && { status: parseStatus(texts) }),
    ...(texts.json !== before.json && { json: texts.json.trim() === '' ? null : texts.json }),
  }
  return Object.keys(update).length === 0 ? null : update
}

/** Shows a rejection at the field it names. For anything else the toast is enough. */
export const toFieldOutcome = ({ field, message }: ApiFailure): FormErrors =>
  field !== null && Object.hasOwn(emptyProjectForm, field) ? formError('', { [field]: message }) : noFormErrors

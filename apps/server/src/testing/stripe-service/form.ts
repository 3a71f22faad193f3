export type FormValue = string | FormFields
export interface FormFields {
  readonly [name: string]: FormValue
}

/** Reads `a[b][0][c]=1` as the service does: brackets nest, and nothing may be given twice. Null: not such a form. */
export function readForm(body: string): FormFields | null {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = /^([^[\]]+)((?:\[[^[\]]+\])*)$/.exec(name)
    if (path === null) return null
    const keys = [path[1] ?? '', ...(path[2] ?? '').split(/[[\]]+/).filter((key) => key !== '')]
    if (!putField(fields, keys, value)) return null
  }
  return fields as FormFields
}

function putField(fields: Record<string, unknown>, [key = '', ...more]: readonly string[], value: string): boolean {
  if (more.length === 0) {
    if (Object.hasOwn(fields, key)) return false
    fields[key] = value
    return true
  }
  const inner = (fields[key] ??= {})
  return typeof inner === 'object' && inner !== null && putField(inner as Record<string, unknown>, more, value)
}

export const readFormText = (fields: FormFields, ...path: readonly string[]): string | null => {
  let value: FormValue | undefined = fields
  for (const key of path) value = typeof value === 'object' ? value[key] : undefined
  return typeof value === 'string' ? value : null
}

/** Every name of the form, as dotted paths; numbers of lists stand as *. */
export function listFormNames(fields: FormFields, before = ''): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const name = `${before}${/^\d+$/.test(key) ? '*' : key}`
    return typeof value === 'string' ? [name] : listFormNames(value, `${name}.`)
  })
}

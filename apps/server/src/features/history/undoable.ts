const undoableFields: ReadonlySet<string> = new Set(['title', 'body', 'layout', 'json'])

/** Of a project. Who may see it, and whether it lies in the trash, is changed where its consequences are told. */
export const isUndoableProjectField = (field: string): boolean => undoableFields.has(field)

import { redactStack, redactText } from '@espalier/domain'

import type { ErrorReports } from '../../ports/telemetry.ts'

/** An error of the server as it may be told: its kind, its sentence and where it came from, never what it was about. */
export const createServerErrorReporter =
  (reports: ErrorReports) =>
  (error: unknown): void => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    reports.report({
      origin: 'server',
      type: redactText(name),
      text: redactText(message),
      frames: redactStack(stack ?? ''),
      place: null,
    })
  }

import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ErrorReport, failureText } from '../../data/identity/index.ts'
import { identity } from '../../data/session/index.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'

/** What went wrong outside of this page, such as on the way back from a social provider. */
export function ErrorPage() {
  const [params] = useSearchParams()
  const report = useReport(params.get('id') ?? '')
  return (
    <Page title="Error" heading="Something went wrong" width="narrow">
      <div role="alert" aria-busy={report === null}>
        {report === null ? null : sentencesOf(report).map((sentence) => <p key={sentence}>{sentence}</p>)}
      </div>
      <div>
        <Link to="/login" look="primary">
          Try logging in again
        </Link>
      </div>
    </Page>
  )
}

/** Null while it is being asked for. */
function useReport(id: string): ErrorReport | null {
  const [report, setReport] = useState<ErrorReport | null>(null)
  useEffect(() => {
    let isCurrent = true
    const asked: Promise<ErrorReport> = id === '' ? Promise.resolve({ kind: 'unknown' }) : identity.errorById(id)
    void asked.then((answer) => {
      if (isCurrent) setReport(answer)
    })
    return () => {
      isCurrent = false
    }
  }, [id])
  return report
}

function sentencesOf(report: ErrorReport): readonly string[] {
  if (report.kind === 'unknown') return ['Signing in did not work, and nothing more is known about it.']
  if (report.kind !== 'found') return [failureText(report)]
  return report.reason === null || report.reason === report.message ? [report.message] : [report.message, report.reason]
}

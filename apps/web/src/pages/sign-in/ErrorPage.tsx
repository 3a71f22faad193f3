import { useEffect, useState } from 'react'
import { describeIdentityFailure } from '../../api/identity/error-texts.ts'
import type { FlowErrorReport } from '../../api/identity/identity-client.ts'
import { identityClient } from '../../api/session/identity.ts'
import { useSearchParams } from '../../platform/router.tsx'
import { statusPageTexts } from '../../texts/status-pages.ts'
import { Link } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'

/** Shows an error that happened outside this page, such as at a social provider. */
export function ErrorPage() {
  const [params] = useSearchParams()
  const report = useErrorReport(params.get('id') ?? '')
  const texts = statusPageTexts.error
  return (
    <Page title={texts.title} heading={texts.heading} width="narrow">
      <div role="alert" aria-busy={report === null}>
        {report === null ? null : describeErrorReport(report).map((sentence) => <p key={sentence}>{sentence}</p>)}
      </div>
      <div>
        <Link to="/login" variant="primary">
          {texts.logInAgain}
        </Link>
      </div>
    </Page>
  )
}

/** Null while the report is loading. */
function useErrorReport(id: string): FlowErrorReport | null {
  const [report, setReport] = useState<FlowErrorReport | null>(null)
  useEffect(() => {
    let isCurrent = true
    const asked: Promise<FlowErrorReport> =
      id === '' ? Promise.resolve({ kind: 'unknown' }) : identityClient.fetchError(id)
    void asked.then((answer) => {
      if (isCurrent) setReport(answer)
    })
    return () => {
      isCurrent = false
    }
  }, [id])
  return report
}

function describeErrorReport(report: FlowErrorReport): readonly string[] {
  if (report.kind === 'unknown') return [statusPageTexts.error.unknown]
  if (report.kind !== 'found') return [describeIdentityFailure(report)]
  return report.reason === null || report.reason === report.message ? [report.message] : [report.message, report.reason]
}

import { useCallback, useEffect, useState } from 'react'
import { type AdminFigures, fetchFigures } from '../../api/admin.ts'
import { useSearchParams } from '../../platform/router.tsx'
import { adminTexts as texts } from '../../texts/admin.ts'
import { statusPageTexts } from '../../texts/status-pages.ts'
import { Link } from '../../ui/Button.tsx'
import { Page, PageSkeleton, RetryPage } from '../../ui/Page.tsx'
import { AuditSection } from './AuditSection.tsx'
import { InvitationsSection } from './InvitationsSection.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { SystemSection } from './SystemSection.tsx'
import styles from './Admin.module.css'

const sections = ['people', 'audit', 'invitations', 'system'] as const

type AdminState =
  | { readonly kind: 'loading' | 'hidden' | 'failed' }
  | { readonly kind: 'open'; readonly figures: AdminFigures }

async function readState(): Promise<AdminState> {
  const answer = await fetchFigures()
  if (answer.ok) return { kind: 'open', figures: answer.value }
  return { kind: answer.code === 'NOT_FOUND' ? 'hidden' : 'failed' }
}

/** For operators. Everybody else sees what they see at an address that does not exist. */
export function AdminPage() {
  const [state, setState] = useState<AdminState>({ kind: 'loading' })
  const load = useCallback(async () => setState(await readState()), [])
  useEffect(() => {
    let isOpen = true
    void readState().then((found) => {
      if (isOpen) setState(found)
    })
    return () => {
      isOpen = false
    }
  }, [])
  switch (state.kind) {
    case 'loading':
      return <PageSkeleton />
    case 'hidden':
      return <HiddenPage />
    case 'failed':
      return <RetryPage onRetry={() => void load()} />
    case 'open':
      return <OpenPage figures={state.figures} onRefresh={load} />
  }
}

function HiddenPage() {
  const { title, explanation, goHome } = statusPageTexts.notFound
  return (
    <Page title={title} lead={explanation} width="narrow" isAlone>
      <div>
        <Link to="/" variant="primary">
          {goHome}
        </Link>
      </div>
    </Page>
  )
}

interface OpenPageProps {
  readonly figures: AdminFigures
  onRefresh(): Promise<void>
}

function OpenPage({ figures, onRefresh }: OpenPageProps) {
  const [params] = useSearchParams()
  const chosen = sections.find((name) => name === params.get('section')) ?? 'people'
  return (
    <Page title={texts.title} width="wide">
      <nav aria-label={texts.title} className={styles.sections}>
        {sections.map((name) => (
          <Link
            key={name}
            to={name === 'people' ? '/admin' : `/admin?section=${name}`}
            aria-current={name === chosen ? 'page' : undefined}
          >
            {texts.sections[name]}
          </Link>
        ))}
      </nav>
      {chosen === 'people' &&
        (figures.people === null ? <p className={styles.nothing}>{texts.managedElsewhere}</p> : <PeopleSection />)}
      {chosen === 'audit' && <AuditSection key={params.get('person') ?? ''} person={params.get('person') ?? ''} />}
      {chosen === 'invitations' && <InvitationsSection />}
      {chosen === 'system' && <SystemSection figures={figures} onRefresh={onRefresh} />}
    </Page>
  )
}

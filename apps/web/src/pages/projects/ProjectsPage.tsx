import { lazy, Suspense, useEffect, useState } from 'react'
import { useAccess, waitForAccess } from '../../api/account/access.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { isNewSignUp } from '../../api/session/pending-sign-in.ts'
import { useAuth } from '../../api/session/session.ts'
import { FileButton, useFileDrop } from '../../import-export/file-input.tsx'
import { preloadCode } from '../../platform/code-loading.ts'
import { useLocation, useNavigate, useSearchParams } from '../../platform/router.tsx'
import { projectListTexts } from '../../texts/projects.ts'
import { linkTo, withElements } from '../../texts/with-elements.tsx'
import { buttonClass, Link } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { lazyComponent, leaveFallbackShown, LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import { FilterPanel, parseListAddress } from './ProjectFilters.tsx'
import { ProjectsList } from './ProjectsList.tsx'
import styles from './ImportFileButton.module.css'
import projectsPageStyles from './ProjectsPage.module.css'

/** Reminds a person to enter the mailed code. It is hidden when no code is expected. */
function VerifyEmailReminder() {
  const state = useAuth()
  const email = state.kind === 'person' ? state.person.unverifiedEmail : undefined
  if (email === undefined || !pageConfig().features.verifyEmail) return null
  return (
    <p>
      {withElements(projectListTexts.verifyEmail(email), {
        link: linkTo('/verification'),
      })}
    </p>
  )
}

const ImportDialog = preloadableComponent(
  async () => (await import('../../import-export/ImportDialog.tsx')).ImportDialog,
)

/** Imports a file that is chosen here or dropped anywhere on the list. */
function ImportFileButton() {
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const isOver = useFileDrop(([first, ...others]) => {
    if (others.length > 0) toast.error(projectListTexts.oneFileAtATime, { isPersistent: true })
    else if (first !== undefined) setFile(first)
  })
  return (
    <>
      <FileButton variant="quiet" size="small" onFile={setFile}>
        {projectListTexts.importFile}
      </FileButton>
      {isOver && <div className={styles.over}>{projectListTexts.dropFile}</div>}
      {file !== null && (
        <LazyBoundary onFailed={leaveFallbackShown}>
          <ImportDialog
            file={file}
            into={null}
            isAsked={false}
            onImported={({ projectId }) => void navigate(`/tree/${projectId}`)}
            onClose={() => setFile(null)}
          />
        </LazyBoundary>
      )}
    </>
  )
}

// If this part cannot be loaded, the list is shown without it.
const UsageNotice = lazy(() =>
  import('./UsageNotice.tsx').then(
    (part) => ({ default: part.UsageNotice }),
    () => ({ default: () => null }),
  ),
)

const NameQuestion = lazyComponent(async () => (await import('./NameQuestion.tsx')).NameQuestion)

/** Asks once after a sign-up. If the code cannot be loaded, the name can still be given in the settings. */
function NameQuestionSlot() {
  const state = useAuth()
  const [isAsked, setAsked] = useState(isNewSignUp)
  if (!isAsked || state.kind !== 'person') return null
  const { firstname, lastname } = state.person
  if (`${firstname}${lastname}`.trim() !== '') return null
  return (
    <LazyBoundary>
      <Suspense fallback={<div className={projectsPageStyles.questionRoom} />}>
        <NameQuestion onDone={() => setAsked(false)} />
      </Suspense>
    </LazyBoundary>
  )
}

export function ProjectsPage() {
  const access = useAccess()
  const { hash } = useLocation()
  const address = parseListAddress(hash)
  const hasAccess = access.kind === 'known' && access.hasAccess
  useTrialGreeting(hasAccess)
  // Preloaded so that menus and the way into a project work after the connection is lost.
  useEffect(() => void preloadCode(), [])
  return (
    <Page title={projectListTexts.title} heading={projectListTexts.heading} width="wide">
      <VerifyEmailReminder />
      <NameQuestionSlot />
      <div className={projectsPageStyles.columns}>
        <div className={projectsPageStyles.aside}>
          <FilterPanel current={address.filter} />
          {hasAccess && (
            <div className={projectsPageStyles.imports}>
              <Link to="/projects/import" className={buttonClass('quiet', 'small')}>
                {projectListTexts.importProject}
              </Link>
              <ImportFileButton />
            </div>
          )}
          {hasAccess && (
            <Suspense fallback={null}>
              <UsageNotice />
            </Suspense>
          )}
        </div>
        <ProjectsList key={address.filter} place={address} hasAccess={hasAccess} />
      </div>
    </Page>
  )
}

/** Announces the trial once. The parameter is removed when the API knows of it, so that a reload does not repeat it. */
function useTrialGreeting(hasAccess: boolean): void {
  const [query, setQuery] = useSearchParams()
  const isNew = query.has('trial')
  useEffect(() => {
    if (isNew) toast.success(projectListTexts.subscriptionStarted)
  }, [isNew])
  useEffect(() => {
    if (!isNew) return undefined
    let isHere = true
    const settle = () => {
      if (!isHere) return
      setQuery((before) => (before.delete('trial'), before), { replace: true })
    }
    if (hasAccess) settle()
    else void waitForAccess().then(settle)
    return () => {
      isHere = false
    }
  }, [isNew, hasAccess, setQuery])
}

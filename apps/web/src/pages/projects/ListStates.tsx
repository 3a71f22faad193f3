import { type ProjectFilter, projectTexts } from '@espalier/domain'
import { useState } from 'react'
import { pageConfig } from '../../api/session/page-config.ts'
import { useNavigate } from '../../platform/router.tsx'
import { projectListTexts } from '../../texts/projects.ts'
import { Button, Link } from '../../ui/Button.tsx'
import { Card, EmptyState } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './ProjectsPage.module.css'

/** Offers an example to people who prefer to take something apart. */
function StartFromExample() {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    const answer = await createExampleProject()
    if (answer?.ok === true) return void navigate(`/tree/${answer.value.id}`)
    setBusy(false)
    if (answer === null) toast.error(projectListTexts.empty.exampleNotLoaded, { isPersistent: true })
    else if (!answer.isReported) toast.error(answer.message, { isPersistent: true })
  }
  return (
    <Button isBusy={isBusy} onClick={() => void start()}>
      {projectListTexts.empty.startFromExample}
    </Button>
  )
}

/** Null: the code that creates it could not be loaded. */
async function createExampleProject() {
  const loaded = await import('../../import-export/example-project.ts').catch(() => null)
  return loaded === null ? null : loaded.createExampleProject()
}

const skeletonRows = ['62%', '48%', '71%', '39%', '55%']

export const ListSkeleton = () => (
  <div aria-busy="true" className={styles.skeleton}>
    <VisuallyHidden>{projectListTexts.loading}</VisuallyHidden>
    {skeletonRows.map((width) => (
      <div key={width} className={styles.skeletonRow}>
        <Skeleton width={width} />
        <Skeleton width="5rem" />
      </div>
    ))}
  </div>
)

interface ListErrorProps {
  onRetry(): void
}

/** A toast shows the error; this card offers a retry. */
export const ListError = ({ onRetry }: ListErrorProps) => (
  <Card className={styles.trouble}>
    <h2>{projectListTexts.notLoaded}</h2>
    <p>{projectListTexts.notLoadedAdvice}</p>
    <Button variant="primary" onClick={onRetry}>
      {projectListTexts.tryAgain}
    </Button>
  </Card>
)

interface EmptyListProps {
  readonly filter: ProjectFilter
  readonly hasAccess: boolean
}

export function EmptyList({ filter, hasAccess }: EmptyListProps) {
  if (filter !== 'inbox')
    return (
      <Card className={styles.nothing}>
        <p>{projectTexts.nothingHere}</p>
      </Card>
    )
  return (
    <EmptyState heading={projectListTexts.empty.heading}>
      <p>{projectListTexts.empty.explanation}</p>
      {hasAccess ? (
        <div className={styles.ways}>
          <Link to="/projects/add" variant="primary">
            {projectTexts.createFirst}
          </Link>
          <StartFromExample />
        </div>
      ) : pageConfig().features.billing === 'none' ? (
        <p>{projectListTexts.empty.noAccess}</p>
      ) : (
        <Link to="/pricing" variant="primary">
          {projectTexts.startTrial}
        </Link>
      )}
    </EmptyState>
  )
}

interface NoMatchProps {
  readonly search: string
  onShowAll(): void
}

export const NoMatch = ({ search, onShowAll }: NoMatchProps) => (
  <Card className={styles.nothing}>
    <p>{projectListTexts.noMatch(search.trim())}</p>
    <Button onClick={onShowAll}>{projectListTexts.showAll}</Button>
  </Card>
)

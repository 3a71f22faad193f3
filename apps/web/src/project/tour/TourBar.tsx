import type { ProjectClient } from '@espalier/sync'
import Redo from 'lucide-react/icons/redo-2'
import Undo from 'lucide-react/icons/undo-2'
import { useEffect, useState } from 'react'
import { pageConfig } from '../../api/session/page-config.ts'
import { useAuth } from '../../api/session/session.ts'
import { useCell } from '../../platform/cell.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { tourTexts } from '../../texts/tour.ts'
import { Button, Link } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { redoAction, undoAction } from '../actions/undo-actions.ts'
import { ActionButton } from '../toolbar/ToolButton.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { followTourProgress, type TourStep, tourSteps } from './tour-steps.ts'
import styles from './Tour.module.css'

interface TourBarProps {
  readonly workspace: ProjectWorkspace
  readonly onStartOver: () => void
}

/** Says what this is, and leads on from here. */
export function TourBar({ workspace, onStartOver }: TourBarProps) {
  const canUndo = useCell(workspace.client.canUndo)
  const canRedo = useCell(workspace.client.canRedo)
  const isSignedIn = useAuth().kind === 'person'
  return (
    <div data-toolbar className={styles.bar}>
      <h1 className={styles.title}>{tourTexts.title(pageConfig().productName)}</h1>
      <p className={styles.note}>{tourTexts.nothingStored}</p>
      <div className={styles.buttons}>
        <ActionButton
          workspace={workspace}
          action={undoAction}
          label={toolbarTexts.undo}
          Icon={Undo}
          isDisabled={!canUndo}
        />
        <ActionButton
          workspace={workspace}
          action={redoAction}
          label={toolbarTexts.redo}
          Icon={Redo}
          isDisabled={!canRedo}
        />
        <Button size="small" onClick={onStartOver}>
          {tourTexts.startOver}
        </Button>
        <Link to={isSignedIn ? '/projects/add' : '/register'} variant="primary" size="small">
          {isSignedIn ? tourTexts.newProject : tourTexts.signUp}
        </Link>
      </div>
    </div>
  )
}

/** Lists what can be tried and ticks off what was. */
export function TourStepList({ client }: { readonly client: ProjectClient }) {
  const done = useTourProgress(client)
  return (
    <div className={styles.steps}>
      <ol aria-label={tourTexts.steps} className={styles.list}>
        {tourSteps.map((step) => (
          <li key={step} data-done={done.has(step) || undefined}>
            {tourTexts.step[step]}
            {done.has(step) && <VisuallyHidden>{` (${tourTexts.stepDone})`}</VisuallyHidden>}
          </li>
        ))}
      </ol>
      <output className={styles.allDone}>{done.size === tourSteps.length && tourTexts.allDone}</output>
    </div>
  )
}

function useTourProgress(client: ProjectClient): ReadonlySet<TourStep> {
  const [done, setDone] = useState<ReadonlySet<TourStep>>(new Set())
  useEffect(() => {
    const progress = followTourProgress(client)
    const stopShowing = progress.done.subscribe(() => setDone(progress.done.get()))
    return () => {
      stopShowing()
      progress.stop()
    }
  }, [client])
  return done
}

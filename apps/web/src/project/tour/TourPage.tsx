import { defaultVisibility } from '@espalier/domain'
import type { OpenedProject } from '@espalier/sync'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pageConfig } from '../../api/session/page-config.ts'
import { createCell, useCell } from '../../platform/cell.ts'
import { useNavigate } from '../../platform/router.tsx'
import { tourTexts } from '../../texts/tour.ts'
import { PageSkeleton, useFocusOnNavigation, usePageTitle } from '../../ui/Page.tsx'
import { showNotice } from '../actions/edit-notices.ts'
import { watchClipboard } from '../clipboard/watch-clipboard.ts'
import { useKeyboard } from '../keyboard/use-keyboard.ts'
import { MapView } from '../map/MapView.tsx'
import { createMapController } from '../map/rendering/map-controller.ts'
import { DetailsSlot, DialogSlot, MenuSlot } from '../screen/PanelSlots.tsx'
import { SearchBar } from '../search/SearchBar.tsx'
import { ZoomControls } from '../toolbar/ZoomControls.tsx'
import { createProjectWorkspace, watchDeletedNodes } from '../workspace/create-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { TourBar, TourStepList } from './TourBar.tsx'
import { openTourProject } from './tour-project.ts'
import screenStyles from '../screen/ProjectScreen.module.css'

/** An open plan for strangers: the product's own map and client, over a project that exists only in this tab. */
export function TourPage() {
  const [turn, setTurn] = useState(0)
  const opening = useTourProject(turn)
  usePageTitle(tourTexts.title(pageConfig().productName))
  return opening === null ? (
    <PageSkeleton />
  ) : (
    <TourScreen key={turn} opening={opening} takesFocus={turn > 0} onStartOver={() => setTurn(turn + 1)} />
  )
}

/** Null while the project of this turn is being opened. */
function useTourProject(turn: number): OpenedProject | null {
  const [opened, setOpened] = useState<{ readonly turn: number; readonly opening: OpenedProject } | null>(null)
  useEffect(() => {
    let isLeft = false
    let close = (): void => undefined
    void openTourProject().then((opening) => {
      close = () => opening.client.close()
      if (isLeft) close()
      else setOpened({ turn, opening })
    })
    return () => {
      isLeft = true
      close()
    }
  }, [turn])
  return opened?.turn === turn ? opened.opening : null
}

interface TourScreenProps {
  readonly opening: OpenedProject
  /** The button that had the focus is gone after a new start. */
  readonly takesFocus: boolean
  readonly onStartOver: () => void
}

function TourScreen({ opening: { client }, takesFocus, onStartOver }: TourScreenProps) {
  const navigate = useNavigate()
  const [workspace] = useState(() =>
    createProjectWorkspace({
      client,
      visibility: createCell(defaultVisibility),
      navigate: (address) => void navigate(address),
      notify: showNotice,
      createMap: createMapController,
      hasServer: false,
    }),
  )
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  useEffect(() => {
    if (takesFocus) main.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useKeyboard(workspace)
  useEffect(() => watchClipboard(workspace), [workspace])
  useEffect(() => watchDeletedNodes(workspace), [workspace])
  useLayoutEffect(() => () => workspace.editing.set(null), [workspace])
  useFittedMap(workspace)
  return (
    <main ref={main} id="main" tabIndex={-1} className={screenStyles.screen}>
      <TourBar workspace={workspace} onStartOver={onStartOver} />
      <TourStepList client={client} />
      <div className={screenStyles.stage}>
        <div className={screenStyles.ground}>
          <div className={screenStyles.canvas}>
            <MapView workspace={workspace} />
          </div>
          <SearchBar workspace={workspace} />
          <ZoomControls workspace={workspace} />
        </div>
        <DetailsSlot workspace={workspace} />
      </div>
      <MenuSlot workspace={workspace} />
      <DialogSlot workspace={workspace} />
    </main>
  )
}

/** The whole plan is visible at first, also on a phone. */
function useFittedMap({ map }: ProjectWorkspace): void {
  const isReady = useCell(map.isReady)
  useEffect(() => {
    if (isReady) map.fit()
  }, [map, isReady])
}

import { sharingIconTexts } from '@espalier/domain'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { offerNewVersion } from '../../app/offer-new-version.ts'
import { mapTexts } from '../../texts/map.ts'
import { scenesTexts } from '../../texts/scenes.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, Link } from '../../ui/Button.tsx'
import { Card, EmptyState } from '../../ui/Card.tsx'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { Logo, Wordmark } from '../../ui/Logo.tsx'
import { Menu, MenuCheckbox, MenuItem, MenuLink, MenuNote, MenuRadios, MenuSeparator } from '../../ui/Menu.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { SharingIcon } from '../../ui/SharingIcon.tsx'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { toast } from '../../ui/Toasts.tsx'
import styles from './Scenes.module.css'

const doNothing = () => undefined
const variants = ['primary', 'secondary', 'quiet', 'danger'] as const

export function ButtonScene() {
  const texts = scenesTexts.buttons
  return (
    <>
      {variants.map((variant) => (
        <div key={variant} className={styles.row}>
          <Button variant={variant}>{texts[variant]}</Button>
          <Button variant={variant} size="small">
            {texts.small}
          </Button>
          <Button variant={variant} isBusy>
            {texts.busy}
          </Button>
          <Button variant={variant} disabled>
            {texts.disabled}
          </Button>
          <Link to="#buttons" variant={variant}>
            {texts.linkAsButton}
          </Link>
        </div>
      ))}
      <p>
        <Link to="#buttons">{texts.link}</Link>
      </p>
    </>
  )
}

export function DialogScene() {
  const texts = scenesTexts.dialogs
  const [open, setOpen] = useState<'dialog' | 'question' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={styles.row}>
      <Button onClick={() => setOpen('dialog')}>{texts.openDialog}</Button>
      <Button onClick={() => setOpen('question')}>{texts.openQuestion}</Button>
      {open === 'dialog' && (
        <Dialog title={texts.title} onClose={close}>
          <p>{texts.body}</p>
          <Button onClick={close}>{texts.close}</Button>
        </Dialog>
      )}
      {open === 'question' && <ConfirmDialog question={texts.question} onConfirm={close} onCancel={close} />}
    </div>
  )
}

export function MenuScene() {
  const texts = scenesTexts.menus
  const [isChosen, setChosen] = useState(true)
  const [order, setOrder] = useState<'title' | 'date'>('title')
  const icon = <Ellipsis size={18} aria-hidden="true" />
  return (
    <div className={styles.row}>
      <Menu label={texts.label} triggerContent={icon}>
        <MenuItem onSelect={doNothing}>{texts.rename}</MenuItem>
        <MenuItem isCurrent onSelect={doNothing}>
          {texts.current}
        </MenuItem>
        <MenuLink>
          <Link to="/">{texts.link}</Link>
        </MenuLink>
        <MenuSeparator />
        <MenuCheckbox isChosen={isChosen} onChoose={setChosen}>
          {texts.checkbox}
        </MenuCheckbox>
        <MenuRadios
          label={texts.radios}
          choices={[
            ['title', texts.byTitle],
            ['date', texts.byDate],
          ]}
          chosen={order}
          onChoose={setOrder}
        />
        <MenuNote>{texts.note}</MenuNote>
      </Menu>
      <Menu label={texts.disabled} triggerContent={icon} isDisabled>
        {null}
      </Menu>
    </div>
  )
}

export function ToastScene() {
  const texts = scenesTexts.toasts
  return (
    <div className={styles.row}>
      <Button onClick={() => toast.success(texts.saved)}>{texts.success}</Button>
      <Button onClick={() => toast.warning(texts.offline, { isPersistent: true })}>{texts.warning}</Button>
      <Button onClick={() => toast.error(texts.failed, { isPersistent: true })}>{texts.error}</Button>
      <Button onClick={() => toast.success(texts.deleted, { action: { label: texts.undo, run: doNothing } })}>
        {texts.action}
      </Button>
      <Button onClick={() => offerNewVersion(doNothing)}>{texts.newVersion}</Button>
    </div>
  )
}

export const CardScene = () => (
  <>
    <Card>
      <p>{scenesTexts.cards.card}</p>
    </Card>
    <EmptyState heading={scenesTexts.cards.emptyHeading}>
      <p>{scenesTexts.cards.emptyBody}</p>
      <Button variant="primary">{scenesTexts.cards.create}</Button>
    </EmptyState>
  </>
)

export const LoadingScene = () => (
  <div aria-busy="true">
    {['70%', '90%', '55%'].map((width) => (
      <p key={width}>
        <Skeleton width={width} />
      </p>
    ))}
  </div>
)

export function PeopleScene() {
  const texts = scenesTexts.people
  return (
    <>
      <div className={styles.row}>
        <Avatar name="Ann Gardner" picture="/favicon.svg" />
        {texts.withPicture}
        {[24, 32, 48].map((size) => (
          <Avatar key={size} name="Ann Gardner" picture={null} size={size} />
        ))}
        {texts.withInitials}
      </div>
      <ul className={styles.row}>
        {(['lock', 'globe', 'user-group'] as const).map((icon) => (
          <li key={icon} className={styles.choice}>
            <SharingIcon icon={icon} /> {sharingIconTexts[icon]}
          </li>
        ))}
        {(['todo', 'progress', 'done'] as const).map((status) => (
          <li key={status} className={styles.choice}>
            <StatusMark status={status} /> {mapTexts.status[status]}
          </li>
        ))}
      </ul>
    </>
  )
}

export const BrandScene = () => (
  <div className={styles.row}>
    <Logo />
    <Logo size={56} />
    <span translate="no">
      <Wordmark name="Espalier" />
    </span>
  </div>
)

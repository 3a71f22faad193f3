import type { BoardSignOn } from '../../../data/feedback/index.ts'

type Command = (...words: readonly unknown[]) => void
type Queue = Command & { q?: unknown[] }
type VendorName = 'Canny' | 'Quackback'

export interface Vendor {
  readonly name: VendorName
  show(command: Command, signOn: BoardSignOn): void
  leave(command: Command): void
}

const theme = (): 'dark' | 'light' => (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

export const vendors: Readonly<Record<BoardSignOn['provider'], Vendor>> = {
  // It draws into the element with data-canny, and keeps its own addresses below /feedback.
  canny: {
    name: 'Canny',
    show: (command, { boardToken, token }) =>
      command('render', { boardToken, basePath: '/feedback', ssoToken: token, theme: theme() }),
    leave: () => {},
  },
  // It draws a panel over the page.
  quackback: {
    name: 'Quackback',
    show(command, { token }) {
      command('init')
      command('identify', { ssoToken: token })
      command('open')
    },
    leave: (command) => command('close'),
  },
}

type VendorWindow = Window & { [name in VendorName]?: Queue }

/** What is said before the vendor's script is there waits in a list that the script reads when it comes. */
export function commandOf({ name }: Vendor): Command {
  const place = window as VendorWindow
  if (place[name] === undefined) {
    const waiting: unknown[] = []
    const queue: Queue = (...words) => void waiting.push(words)
    queue.q = waiting
    place[name] = queue
  }
  return (...words) => place[name]?.(...words)
}

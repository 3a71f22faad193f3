import type { FeedbackSignOn } from '../../../data/feedback/index.ts'

type VendorCommand = (...words: readonly unknown[]) => void
type VendorQueue = VendorCommand & { q?: unknown[] }
type VendorName = 'Canny' | 'Quackback'

export interface FeedbackVendor {
  readonly name: VendorName
  show(command: VendorCommand, signOn: FeedbackSignOn): void
  leave(command: VendorCommand): void
}

const readColorTheme = (): 'dark' | 'light' => (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

export const feedbackVendors: Readonly<Record<FeedbackSignOn['provider'], FeedbackVendor>> = {
  // It draws into the element with data-canny, and keeps its own addresses below /feedback.
  canny: {
    name: 'Canny',
    show: (command, { boardToken, token }) =>
      command('render', { boardToken, basePath: '/feedback', ssoToken: token, theme: readColorTheme() }),
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

type VendorWindow = Window & { [name in VendorName]?: VendorQueue }

/** What is said before the vendor's script is there waits in a list that the script reads when it comes. */
export function getVendorCommand({ name }: FeedbackVendor): VendorCommand {
  const place = window as VendorWindow
  if (place[name] === undefined) {
    const waiting: unknown[] = []
    const queue: VendorQueue = (...words) => void waiting.push(words)
    queue.q = waiting
    place[name] = queue
  }
  return (...words) => place[name]?.(...words)
}

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { MoreButton } from './MoreButton.tsx'

/** Reports once that the button is near, as a browser does for an element that stays in view. */
class NearObserver {
  readonly #report: (entries: readonly { readonly isIntersecting: boolean }[]) => void
  #isObserving = true

  constructor(report: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.#report = report
  }

  observe(): void {
    setTimeout(() => {
      if (this.#isObserving) this.#report([{ isIntersecting: true }])
    })
  }

  disconnect(): void {
    this.#isObserving = false
  }
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', NearObserver)
  return () => vi.unstubAllGlobals()
})

/** A list of three pages that are there at once. */
function List({ onLoad }: { readonly onLoad: () => boolean }) {
  const [count, setCount] = useState(1)
  const [load] = useState(() => async () => {
    const isLoaded = onLoad()
    if (isLoaded) setCount((before) => before + 1)
    return Promise.resolve(isLoaded)
  })
  return (
    <>
      <p>{`${count} pages`}</p>
      {count < 3 && <MoreButton label="Show more" className={undefined} onLoad={load} />}
    </>
  )
}

it('loads page after page while the end of the list is near, also if a page is there at once', async () => {
  render(<List onLoad={() => true} />)
  await screen.findByText('3 pages')
  expect(screen.queryByRole('button')).toBeNull()
})

it('waits for a press after a page could not be loaded', async () => {
  const onLoad = vi.fn(() => false)
  render(<List onLoad={onLoad} />)
  await waitFor(() => expect(onLoad).toHaveBeenCalledOnce())
  onLoad.mockReturnValue(true)
  expect(screen.getByText('1 pages')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('3 pages')
})

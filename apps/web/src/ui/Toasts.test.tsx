import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toast, Toasts } from './Toasts.tsx'

afterEach(() => vi.useRealTimers())

const aMinute = 60_000

describe('toasts', () => {
  it('gives each toast the role of its kind', () => {
    render(<Toasts />)
    act(() => {
      toast.success('Profile updated')
      toast.warning('Deleted project Pear')
      toast.error('[GraphQL error]: no')
    })
    expect(screen.getAllByRole('status').map((element) => element.textContent)).toEqual([
      'Profile updated',
      'Deleted project Pear',
    ])
    expect(screen.getByRole('alert').textContent).toBe('[GraphQL error]: no')
  })

  it('removes toasts after a while, but keeps a persistent one until it is closed', async () => {
    vi.useFakeTimers()
    render(<Toasts />)
    act(() => {
      toast.success('Link copied')
      toast.error('It failed', { isPersistent: true })
    })
    act(() => vi.advanceTimersByTime(aMinute))
    expect(screen.queryByText('Link copied')).toBeNull()
    const [close] = screen.getAllByRole('button', { name: 'Close' })
    vi.useRealTimers()
    await userEvent.click(close ?? document.body)
    expect(screen.queryByText('It failed')).toBeNull()
  })

  it('keeps a toast while the pointer is on it', () => {
    vi.useFakeTimers()
    render(<Toasts />)
    act(() => toast.success('Link copied'))
    fireEvent.pointerEnter(screen.getByRole('status'))
    act(() => vi.advanceTimersByTime(aMinute))
    fireEvent.pointerLeave(screen.getByRole('status'))
    act(() => vi.advanceTimersByTime(aMinute))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('shows a repeated text once', () => {
    render(<Toasts />)
    act(() => {
      toast.error('[Network error]: away')
      toast.error('[Network error]: away')
    })
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it('stay for their whole time again when the same sentence is said once more', () => {
    vi.useFakeTimers()
    render(<Toasts />)
    act(() => toast.success('Link copied'))
    let shownMs = 0
    while (screen.queryByText('Link copied') !== null) {
      act(() => vi.advanceTimersByTime(100))
      shownMs += 100
    }
    act(() => toast.success('Link copied'))
    act(() => vi.advanceTimersByTime(shownMs - 200))
    act(() => toast.success('Link copied'))
    act(() => vi.advanceTimersByTime(shownMs - 200))
    expect(screen.getByText('Link copied')).toBeTruthy()
    act(() => vi.advanceTimersByTime(200))
    expect(screen.queryByText('Link copied')).toBeNull()
  })
})

describe('toast with an action', () => {
  it('runs its action once and closes', async () => {
    render(<Toasts />)
    const done: string[] = []
    act(() => {
      toast.warning('Your text was replaced', { action: { label: 'Restore my text', run: () => done.push('first') } })
      toast.warning('Your text was replaced', { action: { label: 'Restore my text', run: () => done.push('second') } })
    })
    await userEvent.click(screen.getByRole('button', { name: 'Restore my text' }))
    expect(done).toEqual(['second'])
    expect(screen.queryByText('Your text was replaced')).toBeNull()
  })
})

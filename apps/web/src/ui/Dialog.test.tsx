import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { ConfirmDialog } from './Dialog.tsx'

const question = 'Are you sure you want to delete project Pear?'

function showModal(this: HTMLDialogElement) {
  this.open = true
  this.querySelector('button')?.focus()
}

function close(this: HTMLDialogElement) {
  this.open = false
}

// The test document knows the element, but not how to open it.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, { showModal, close })
})

function ask() {
  const answers: string[] = []
  render(
    <ConfirmDialog question={question} onConfirm={() => answers.push('OK')} onCancel={() => answers.push('Cancel')} />,
  )
  return answers
}

describe('confirmation dialog', () => {
  it('renders a confirmation as an alertdialog named by its question with the answers OK and Cancel', async () => {
    const answers = ask()
    expect(screen.getByRole('alertdialog', { name: question })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(answers).toEqual(['OK', 'Cancel'])
  })

  it('treats Esc as Cancel', () => {
    const answers = ask()
    const isLeftToTheBrowser = fireEvent(
      screen.getByRole('alertdialog'),
      new Event('cancel', { bubbles: false, cancelable: true }),
    )
    expect(isLeftToTheBrowser).toBe(false)
    expect(answers).toEqual(['Cancel'])
  })

  it('keeps Tab inside in both directions', async () => {
    ask()
    const [cancel, ok] = [screen.getByRole('button', { name: 'Cancel' }), screen.getByRole('button', { name: 'OK' })]
    expect(document.activeElement).toBe(cancel)
    await userEvent.tab({ shift: true })
    expect(document.activeElement).toBe(ok)
    await userEvent.tab()
    expect(document.activeElement).toBe(cancel)
  })
})

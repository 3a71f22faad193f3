import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { BrowserRouter, Link, useRoutes } from '../platform/router.tsx'
import { useAskBeforeLeaving } from './ask-before-leaving.ts'

function Form() {
  const leaving = useAskBeforeLeaving(true)
  return (
    <>
      <p>Form</p>
      {leaving.isPromptOpen && (
        <>
          <button onClick={leaving.stay}>Stay</button>
          <button onClick={leaving.leave}>Leave</button>
        </>
      )}
    </>
  )
}

const routes = [
  { path: 'before', element: <Link to="/form">Open</Link> },
  { path: 'form', element: <Form /> },
]
const Pages = () => useRoutes(routes)

const openForm = async () => {
  window.history.replaceState(null, '', '/before')
  render(
    <BrowserRouter>
      <Pages />
    </BrowserRouter>,
  )
  await userEvent.click(screen.getByText('Open'))
  await screen.findByText('Form')
}

afterEach(() => window.history.replaceState(null, '', '/'))

it('holds the Back button until the person decides to leave', async () => {
  await openForm()
  window.history.back()
  await userEvent.click(await screen.findByText('Stay'))
  await waitFor(() => expect(window.location.pathname).toBe('/form'))
  expect(screen.getByText('Form')).toBeTruthy()
  window.history.back()
  await userEvent.click(await screen.findByText('Leave'))
  await screen.findByText('Open')
  expect(window.location.pathname).toBe('/before')
})

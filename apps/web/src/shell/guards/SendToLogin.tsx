import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { forgetNext, rememberNext } from '../../data/session/index.ts'
import { PageSkeleton } from '../../ui/Skeleton.tsx'

interface RedirectToLoginProps {
  /** After a logout the page left behind is not where the next person wants to go. */
  readonly isRemembered: boolean
}

/** Where a sign-in leads anyway: storing it would only hide a chosen plan. */
const defaultDestinations: readonly string[] = ['/', '/projects']

export function RedirectToLogin({ isRemembered }: RedirectToLoginProps) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const here = pathname + search + hash
  useEffect(() => {
    if (!isRemembered) forgetNext()
    else if (!defaultDestinations.includes(here)) rememberNext(here)
    void navigate('/login', { replace: true })
  }, [here, isRemembered, navigate])
  return <PageSkeleton />
}

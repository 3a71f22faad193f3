/** A registered person as operators see them. */
export interface RegisteredPerson {
  readonly id: string
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
  /** Pending: waits for approval in a private beta. */
  readonly status: 'active' | 'pending' | 'deactivated'
  readonly isEmailProven: boolean
  readonly createdAt: Date
}

export interface ListedPerson extends RegisteredPerson {
  readonly sessionCount: number
}

export interface PeopleSearch {
  /** A part of an address or a name; empty: everybody. */
  readonly text: string
  readonly size: number
  readonly offset: number
}

/** The acts of operators on people. The embedded identity service has them; an external Kratos has its own tools. */
export interface PeopleAdmin {
  /** People who wait for approval come first, the longest waiting at the top; then the newest. */
  search(wanted: PeopleSearch): Promise<{ readonly people: readonly ListedPerson[]; readonly total: number }>
  count(): Promise<{ readonly all: number; readonly pending: number; readonly inactive: number }>
  find(id: string): Promise<RegisteredPerson | null>
  findByEmail(email: string): Promise<RegisteredPerson | null>
  /** A deactivated person cannot sign in, and their sessions end on every server. False: there is no such person. */
  setActive(id: string, isActive: boolean): Promise<boolean>
  /** Returns how many ended. */
  endSessions(id: string): Promise<number>
  /** Switches two-step sign-in off for somebody who has lost their codes. False: it was off. */
  removeSecondFactors(id: string): Promise<boolean>
  /** Deletes the person with all their credentials. */
  remove(id: string): Promise<boolean>
}

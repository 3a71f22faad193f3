/** Whose picture is wanted, as far as a source needs to know. */
export interface PicturedPerson {
  readonly email: string
  /** The sign-in provider's address of it. */
  readonly picture: string | null
}

/** Where pictures of people come from, beside those that they have chosen themselves. */
export interface PictureSource {
  readonly name: string
  /** Where this person's picture would be; null: this source has none. It never leaves the server. */
  findPictureUrl(person: PicturedPerson): string | null
  /** The file as it is there; null: there is none. Throws where the source cannot be asked. */
  fetch(place: string): Promise<Buffer | null>
}

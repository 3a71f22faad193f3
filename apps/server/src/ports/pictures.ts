/** The data about a person that a picture source needs. */
export interface PicturedPerson {
  readonly email: string
  /** The picture URL of the sign-in provider. */
  readonly picture: string | null
}

/** A source of pictures, besides those that people have chosen themselves. */
export interface PictureSource {
  readonly name: string
  /** Returns the URL of this person's picture; null if this source has none. The URL never leaves the server. */
  findPictureUrl(person: PicturedPerson): string | null
  /** Returns the file unchanged; null if there is none. Throws if the source is unavailable. */
  fetch(place: string): Promise<Buffer | null>
}

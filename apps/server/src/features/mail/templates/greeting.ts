/** A name that holds a link or a page of text is not greeted: mails must not carry a stranger's words. */
export const formatGreeting = (firstname: string | null): string => {
  const name = firstname?.trim() ?? ''
  return name === '' || name.length > 40 || /[\p{Cc}:/@<>]|\.\S/u.test(name) ? 'Hello,' : `Hello ${name},`
}

/** Converts a cookie header into browser cookies. */
export const browserCookies = (cookie: string, url: string) =>
  cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })

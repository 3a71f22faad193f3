let product = ''

/** The name that ends every page's title. */
export function nameProduct(name: string): void {
  product = name
}

export function showTitle(title: string): void {
  document.title = `${title} - ${product}`
}

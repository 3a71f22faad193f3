let productName = ''

/** The name that ends every page's title. */
export function setProductName(name: string): void {
  productName = name
}

export function setDocumentTitle(title: string): void {
  document.title = `${title} - ${productName}`
}

// The parts of PDF.js that the benches use; it exists only once it is installed.
declare module 'pdfjs-dist' {
  export interface PdfViewport {
    readonly width: number
    readonly height: number
  }
  export interface PdfPage {
    getViewport(options: { scale: number; offsetX?: number; offsetY?: number }): PdfViewport
    render(options: { canvas: HTMLCanvasElement; viewport: PdfViewport }): { readonly promise: Promise<void> }
  }
  export interface PdfDocument {
    readonly numPages: number
    getPage(number: number): Promise<PdfPage>
  }
  export const GlobalWorkerOptions: { workerSrc: string }
  export function getDocument(options: { url: string }): { readonly promise: Promise<PdfDocument> }
}

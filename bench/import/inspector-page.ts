import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'
import { peersFolder } from '../peer-packages.ts'
import type { MapBox } from './drawn-map.ts'

export type PictureFormat = 'svg' | 'png' | 'pdf'

/** An exported file, and the expected positions of its boxes. */
export interface MapPicture {
  readonly format: PictureFormat
  readonly width: number
  readonly height: number
  readonly boxes: readonly MapBox[]
}

/** The whole picture as pixels. */
export interface WholePicture {
  readonly width: number
  readonly height: number
  /** The pixels per unit of the drawing. */
  readonly scale: number
  /** The bounding box of everything that is not background. */
  readonly drawn: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
  /** The number of boxes of which most of the middle line is visible. */
  readonly seen: number
}

/** One box at four times its size. */
export interface CloseUp {
  /** The pixels from the background to the line around the box. */
  readonly edgePx: number
  /** The number of pixels that differ from the fill of the box as much as letters do. */
  readonly letters: number
}

export interface PictureInspector {
  whole(picture: MapPicture, scale: number): Promise<WholePicture>
  closeUp(picture: MapPicture, box: MapBox): Promise<CloseUp>
}

declare global {
  interface Window {
    inspector: PictureInspector
  }
}

export interface InspectorPage {
  readonly url: string
  /** The contents of `/map.svg` and the others. */
  readonly files: Map<string, Buffer>
  stop(): void
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Pictures</title>
</head><body><script type="module" src="/inspector.mjs"></script></body></html>`

const kinds: Record<string, string> = {
  mjs: 'text/javascript',
  svg: 'image/svg+xml',
  png: 'image/png',
  pdf: 'application/pdf',
}

/** Serves a page that can show every kind of picture, on loopback only. */
export async function serveInspectorPage(): Promise<InspectorPage> {
  const { outputFiles } = await build({
    entryPoints: [join(peersFolder, 'pictures', 'inspector.ts')],
    write: false,
    bundle: true,
    format: 'esm',
    target: 'esnext',
    logLevel: 'error',
  })
  const files = new Map<string, Buffer>([
    ['/', Buffer.from(page)],
    ['/inspector.mjs', Buffer.from(outputFiles[0]?.contents ?? [])],
    ['/pdf.worker.mjs', readFileSync(join(peersFolder, 'node_modules/pdfjs-dist/build/pdf.worker.mjs'))],
  ])
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const file = files.get(path)
    const type = kinds[path.split('.').pop() ?? ''] ?? 'text/html'
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type })
    response.end(file)
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    url: `http://127.0.0.1:${port}/`,
    files,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

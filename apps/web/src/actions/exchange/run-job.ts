import { drawExportFile } from './draw-job.ts'
import type { FileJob, WriteFileResult, ReadFileResult } from './jobs.ts'
import { readImportFile } from './read-job.ts'
import { writeExportFile } from './write-job.ts'

export async function runFileJob(job: FileJob): Promise<ReadFileResult | WriteFileResult> {
  switch (job.kind) {
    case 'read':
      return readImportFile(job.name, new Uint8Array(job.bytes))
    case 'write':
      return writeExportFile(job.format, job.project)
    case 'draw':
      return drawExportFile(job.format, job)
  }
}

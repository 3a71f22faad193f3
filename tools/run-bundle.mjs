// Runs a server bundle that `server-bundle.mjs` prepared, without the steps of `npm start` before it. The tests start
// their servers so.
import { readFileSync } from 'node:fs'
import { loadBundle } from './load-bundle.mjs'

const [file = ''] = process.argv.slice(2)
const bundle = loadBundle({ file, code: readFileSync(file), map: readFileSync(`${file}.map`) })
await bundle.exports.runServer()
// A test may kill its servers before they are ever idle, so this does not wait for that.
if (!bundle.isCached) bundle.storeCode()

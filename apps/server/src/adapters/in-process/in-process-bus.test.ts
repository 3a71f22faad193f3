import { busContract } from '../../ports/bus.contract.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { createInProcessBus } from './in-process-bus.ts'

busContract({ name: 'in one process', mostServers: 1, open: async () => [createInProcessBus(createRecordedLog())] })

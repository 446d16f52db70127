import { restartSerials } from '../rows/serial.ts'

restartSerials()

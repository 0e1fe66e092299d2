/** Runs sandboxed in the window before the page: gives it the bridge and nothing else of Electron. */
import { contextBridge, ipcRenderer } from 'electron';
import { createPreloadBridge } from './bridge.ts';

contextBridge.exposeInMainWorld('switchboard', createPreloadBridge(ipcRenderer));

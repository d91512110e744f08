import type { Module } from '#kernel/module/module.ts';
import { cover } from './contract/cover.ts';
import { insurance } from './contract/insurance.ts';

/** The module of enterprises as CONTRIBUTING extends it. */
export const declareInsurance = (one: Module): Module => ({ ...one, entries: [...one.entries, insurance, cover] });

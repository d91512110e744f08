export { enterprise } from '#modules/enterprise/contract/enterprise.ts';

export { Dropdown, Popover } from 'antd';
export { columnMenu } from '#web/table/column-menu.ts';
export { viewMenu } from '#web/table/view-menu.ts';

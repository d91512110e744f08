export { Dropdown, Popover } from 'antd';
export { columnHeadingMenu } from '#web/table/columns/column-heading-menu.ts';
export { importExportMenu as exportMenu } from '#web/table/popup/import-export-menu.ts';
export { viewMenu } from '#web/table/views/saved-view-menu.ts';

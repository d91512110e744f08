-- Documents of the inspection set are about checks.
select add_one_of_reference('document', 'about', 'enforcement/check');

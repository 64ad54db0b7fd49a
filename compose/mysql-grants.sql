-- For connlab's probe and mysqld_exporter: whose connections are open, and the server's counters.
GRANT PROCESS, REPLICATION CLIENT ON *.* TO 'lab'@'%';
GRANT SELECT ON performance_schema.* TO 'lab'@'%';
